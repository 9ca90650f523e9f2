package shop;

public final class Cart {
    /** Adds up what is in a cart. */
    public static int total(int[] prices, int rate) {
        int sum = 0;
        for (int price : prices) {
            if (price > 0) {
                sum += price * rate;
            }
        }
        return sum / 100;
    }
}

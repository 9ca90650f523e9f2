package shop;

public class Orders {
    private int count;

    public static double tradeCharges(double quantity, double price) {
        return Charges.of(quantity, price);
    }

    public static double singleCharges(double price) {
        return Charges.of(1, price);
    }
}

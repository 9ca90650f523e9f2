package shop;

public class Charges {
    public static double of(double quantity, double price) {
        double value = quantity * price;
        if (value < 10) {
            return 1;
        }
        return value * 0.005;
    }
}

package shop.util;

public final class Texts {
    public static String trimAll(String text) { return text.trim(); }
}

package shop;

final class Texts {
    static String tidy(String text) {
        String[] parts = text.split(",");
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].trim();
        }
        return String.join(";", parts);
    }
}

namespace Shop.Util;

public static class Texts
{
    public static string TrimAll(string text) => text.Trim();
    public static string Shorten(this string text, int length) => text.Substring(0, length);
    public static void Log(this Shop.Stores.Store store) { }
}

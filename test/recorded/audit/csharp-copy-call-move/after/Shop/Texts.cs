namespace Shop
{
    internal static class Texts
    {
        internal static string Tidy(string text)
        {
            string[] parts = text.Split(",");
            for (int i = 0; i < parts.Length; i++)
            {
                parts[i] = parts[i].Trim();
            }
            return string.Join(";", parts);
        }
    }
}

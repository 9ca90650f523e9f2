namespace Shop
{
    public sealed class Cart
    {
        /// <summary>Adds up what is in a cart.</summary>
        public static int Total(int[] prices, int rate)
        {
            int sum = 0;
            foreach (var price in prices)
            {
                if (price > 0)
                {
                    sum += price * rate;
                }
            }
            return sum / 100;
        }

        public string Name { get { return name; } }
    }
}

using System.Collections.Generic;
using Shop;

namespace Shop.Reports
{
    public interface ISection
    {
        List<int> Lines(int[] prices);
    }

    public class Report : ISection
    {
        public List<int> Lines(int[] prices)
        {
            var all = new List<int>();
            all.Add(Cart.Total(prices, 90));
            return all;
        }

        public string Name { get { return name; } }

        private int SumOf(int[] values, int share)
        {
            int all = 0;
            foreach (var value in values)
            {
                if (value > 0)
                {
                    all += value * share;
                }
            }
            return all / 100;
        }
    }

    public class Totals : ISection
    {
        public List<int> Lines(int[] prices)
        {
            var all = new List<int>();
            foreach (var price in prices)
            {
                all.Add(price / 100);
            }
            return all;
        }
    }
}

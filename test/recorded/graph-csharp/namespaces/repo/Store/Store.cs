using System;
using Shop.Util;
using static Shop.Util.Texts;
using Short = Shop.Util.Texts;

namespace Shop.Stores
{
    public partial class Store : Base
    {
        private readonly Other other = new Other();
        public Other Second { get; set; }

        public Store(string name) : base() { TrimAll(name); }

        public void Save() { }

        public void Both(int a) { }
        public void Both(string a) { }

        public void Use(Store given, string text)
        {
            Save();
            this.Save();
            Inherited();
            base.Inherited();
            Base.Make();
            Make();
            Helper.Help();
            given.Save();
            given.OtherPart();
            given.Both(1);
            given?.Save();
            other.Go();
            this.other.Go();
            Second.Go();
            this.Second.Go();
            Texts.TrimAll(text);
            Short.TrimAll(text);
            Shop.Util.Texts.TrimAll(text);
            text.Shorten(3);
            given.Log();
            text.Missing();
            Console.WriteLine(text);
            var made = new Store("a");
            made.Save();
            new Store("b").Save();
            var got = Find();
            got.Save();
            Missing();
            int Local(int a) => a;
            Local(1);
            foreach (Store one in Find()) one.Save();
            if (Find() is Store found) found.Save();
            Action run = Save;
            nameof(Save);
        }
    }

    public class Other
    {
        public void Go() { }
    }
}

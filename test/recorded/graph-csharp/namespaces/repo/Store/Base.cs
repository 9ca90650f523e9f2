namespace Shop.Stores
{
    public class Base
    {
        protected void Inherited() { }
        public static Base Make() => new Base();
    }

    class Helper
    {
        internal static void Help() { }
    }
}

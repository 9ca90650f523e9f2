namespace Shop.Stores
{
    public partial class Store
    {
        private void OtherPart() { Save(); }
    }
}

use my_shop::store::open;

fn main() {
    open("c").save();
    my_shop::run();
}

package shop;

class Base {
    protected void inherited() {}
}

class Helper {
    static void help() {}
}

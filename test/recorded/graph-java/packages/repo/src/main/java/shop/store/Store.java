package shop.store;

import shop.util.Texts;

public class Store {
    private String name;

    public Store(String name) { this.name = Texts.trimAll(name); }

    public void save() { check(); Main.helper(); }

    void check() { int check = 1; check(); }

    public void both(int a) {}

    public void both(String a) {}
}

package shop;

import java.util.List;
import shop.store.Store;
import static shop.util.Texts.trimAll;
import shop.util.*;

public class Main extends Base {
    private final Store store = new Store("a");

    public static void main(String[] args) {
        Store s = new Store("b");
        s.save();
        new Store("c").save();
        trimAll("x");
        Texts.trimAll("y");
        List.of(1);
        helper();
        missing();
        s.both(1);
    }

    void use() {
        store.save();
        this.store.save();
        inherited();
        super.inherited();
        this.use();
        Helper.help();
        Runnable r = this::use;
        var t = new Store("d");
        t.save();
    }

    static void helper() {}
}

<?php
namespace App\Store;

use App\Util;
use function App\Util\trim_all;
use function App\Util\helper as help;

function count_all(): int { return everywhere(); }

class Base
{
    protected function inherited(): void {}
    public static function make(): static { return new static(); }
}

trait Logs
{
    private function note(string $text): void { $this->inherited(); }
}

final class Store extends Base
{
    use Logs;

    private Base $base;

    public function __construct(private Other $other, string $name)
    {
        $this->base = new Base();
        trim_all($name);
        help();
        Util\helper();
        \App\Util\helper();
        namespace\count_all();
        count_all();
        missing();
        strlen($name);
        \strlen($name);
        Vendor\thing();
    }

    public function save(Base $given, $unknown): void
    {
        $this->note('x');
        $this->inherited();
        parent::inherited();
        self::make();
        static::make();
        Store::make();
        $this->other->go();
        $this->base->inherited();
        $given->inherited();
        $unknown->inherited();
        $store = new Store(new Other(), 'x');
        $store->save($given, 1);
        $both = new Store(new Other(), 'x');
        $both = pick();
        $both->save($given, 1);
        (new Other())->go();
        $f = fn(Other $one) => $one->go();
        $f($given);
    }

    public function go(): void { go(); }
}

<?php
declare(strict_types=1);
namespace App\Core;
use Foo\Bar;
use Foo\{Baz, Qux as Q};
use function Foo\helper;
use const Foo\X;
/** Doc. */
#[Attr(1)]
abstract class A extends P implements I, J {
    use T1, T2 { foo as bar; }
    const C = 1;
    private int $x = 1;
    public static $y;
    public function __construct(private readonly int $a, ?string $b = null) { parent::__construct($a); $this->x = $a; }
    public static function make(int $a, string ...$rest): self {
        $i = 0;
        [$m, $n] = pair();
        list($u, $v) = pair();
        for ($k = 0; $k < 10; $k++) { $i += $k; }
        foreach ($rest as $key => $s) { echo $s; }
        foreach ($rest as &$s): echo $s; endforeach;
        while ($a > 1) { break; }
        do { $i--; } while ($i > 0);
        if ($a === 1) return 2; elseif ($b) { } else { }
        if ($a): foo(); elseif ($b): bar(); else: baz(); endif;
        switch ($a) { case 1: case 2: foo(); break; default: bar(); }
        $r = match(true) { 1, 2 => 3, default => 4 };
        try { open(); } catch (X | Y $e) { throw new Z("a", 1); } finally { }
        $f = function ($p) use ($i, &$j) { return $p + $i; };
        $g = fn($p) => $p + 1;
        $arr = [1, 'a' => 2, ...$rest]; $arr[] = 3; $arr[0] = 1; array(1, 2);
        $t = $a > 1 ? "x {$a} $b[0] $c->d" : 'c' . "y\n";
        $w = $o instanceof Foo && !isset($a['x']) || empty($b);
        $l = (int) $a; $l .= "x"; $l ??= 3;
        $d = $o?->bar?->baz(1) ?? null;
        self::make(); static::foo(); parent::bar(); A::C; A::$y; $this->x; $this->foo();
        $fn = strlen(...); $obj->{$name}(); $func(); new $cls(); new class(1) extends B { function q() {} };
        global $gl; static $st = 1; unset($a); print "x"; exit(1);
        yield $k => $v; yield from foo();
        call(name: 1, b: ...$x);
        \Foo\bar(); namespace\baz(); Q\hi();
        $i++; -$i; @foo(); clone $a; include 'x.php';
        $h = <<<EOT
hello $a
EOT;
        goto end; end:
        return null;
    }
    abstract protected function abs();
    private function priv(): void {}
}
interface II extends JJ { public function m(); }
trait T { public function t() { return $this->u(); } }
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; public function label(): string { return ucfirst($this->value); } }
function top(array &$a, $b = 1) { function inner() {} static fn() => 1; }
$topf = function() { return 1; };
if (!function_exists('foo')) { function foo() {} }
?>
<p>html <?= $x ?></p>

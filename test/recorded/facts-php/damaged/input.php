<?php
// rewheel-ignore[reimplements-logic]: kept apart on purpose
function whole($a) { return $a + 1; }
class Broken {
    public function first( { return 1; }
    public function second(int $x): int { foreach ([1, 2] as $y) { $x += $y; } return $x; }
}
function after(string $s) { return strtoupper($s) . '!'; }
<<<<<<< HEAD
$x = ;
=======

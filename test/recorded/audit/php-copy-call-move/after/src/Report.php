<?php
namespace Shop\Report;

use Shop\Cart;

interface Section
{
    public function lines(array $prices): array;
}

class Report implements Section
{
    public function lines(array $prices): array
    {
        $all = [];
        $all[] = Cart::total($prices, 90);
        return $all;
    }

    public function name(): string
    {
        return $this->name;
    }

    private function sumOf(array $values, int $share): int
    {
        $all = 0;
        foreach ($values as $value) {
            if ($value > 0) {
                $all += $value * $share;
            }
        }
        return intdiv($all, 100);
    }
}

class Totals implements Section
{
    public function lines(array $prices): array
    {
        $all = [];
        foreach ($prices as $key => $price) {
            $all[$key] = round($price / 100, 2);
        }
        return $all;
    }
}

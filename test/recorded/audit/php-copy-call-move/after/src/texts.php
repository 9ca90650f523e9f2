<?php
namespace Shop;

function tidy(string $text): string
{
    $parts = explode(',', $text);
    for ($i = 0; $i < count($parts); $i++) {
        $parts[$i] = trim($parts[$i]);
    }
    return implode(';', $parts);
}

<?php
namespace App\Util;

function trim_all(string $text): string { return trim($text); }

function helper(): int { return trim_all('x') ? 1 : \App\Store\count_all(); }

<?php
namespace App\Store;

class Other
{
    public function go(): void {}
}

<?php
use App\Store\{Store, Other as Second};
use Vendor\Package\Client;

$client = new Client();
$client->send();
$store = new Store(new Second(), 'x');
$store->save(null, 1);

function run() {
    $store->save(null, 1);
    Second::go();
    App\Util\helper();
    everywhere();
}

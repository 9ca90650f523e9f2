WANTED = "a long text that only the tests know about: 17 gauges"

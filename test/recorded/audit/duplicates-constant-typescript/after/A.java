class A {
    static final String API_ROOT = "https://api.gauges.example/v2/stations";
    static final List<String> UNITS = List.of("metre", "kilogram", "second", "ampere");
}

class B {
    private static final String ROOT = "https://api.gauges.example/v2/stations";
    private static final List<String> NAMES = Arrays.asList("metre", "kilogram", "second", "ampere");
    private final String own = "https://api.gauges.example/v2/stations";
}

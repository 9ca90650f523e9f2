package c;

class Config {
  @JsonProperty("name")
  private String name;
  @JsonProperty("version")
  private String version;
  @JsonProperty("licence")
  private String licence;
}

class Channel {
  @JsonProperty("name")
  private String name;
  @JsonProperty("version")
  private String version;
  @JsonProperty("licence")
  private String licence;
}

enum Level { LOW, MIDDLE, HIGH }

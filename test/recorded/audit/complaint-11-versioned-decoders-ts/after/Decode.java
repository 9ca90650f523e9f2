package decode;

import com.fasterxml.jackson.databind.ObjectMapper;

class Decode {
  private final ObjectMapper mapper = new ObjectMapper();

  OrderV1 orderV1(String raw) throws Exception {
    OrderV1 order = mapper.readValue(raw, OrderV1.class);
    if (order.lines().isEmpty()) {
      throw new IllegalArgumentException("v1: no lines");
    }
    return order;
  }

  OrderV2 orderV2(String raw) throws Exception {
    OrderV2 order = mapper.readValue(raw, OrderV2.class);
    if (order.lines().isEmpty()) {
      throw new IllegalArgumentException("v2: no lines");
    }
    return order;
  }
}

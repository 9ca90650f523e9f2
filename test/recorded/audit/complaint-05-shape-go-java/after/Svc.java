package svc;

import java.util.List;

class Svc {
  static int count(List<String> rows, String wanted) {
    if (rows == null) {
      return 0;
    }
    int found = 0;
    for (String row : rows) {
      if (row.equals(wanted)) found++;
    }
    return found;
  }

  static String glue(List<String> rows, String comma) {
    if (rows == null) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    for (String row : rows) {
      if (text.length() > 0) text.append(comma);
      text.append(row);
    }
    return text.toString();
  }
}

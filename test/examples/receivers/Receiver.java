// A receiver in Java: /sound keeps the delivery contract, and each other path makes the mistake that it names.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
  static class State {
    final Set<String> known = new HashSet<>();
    final List<String> acted = new CopyOnWriteArrayList<>();
  }

  enum Event { SENT, COMPLETED, DECLINED, VOIDED, EXPIRED, SEALED }

  static final Map<String, State> states = new ConcurrentHashMap<>();
  static final String secret = System.getenv("SECRET");
  static final String previous = System.getenv("PREVIOUS");

  public static void main(String[] arguments) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 64);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", Receiver::handle);
    server.start();
    System.out.println(server.getAddress().getPort());
  }

  static void handle(HttpExchange exchange) {
    try (exchange) {
      String[] path = exchange.getRequestURI().getPath().split("/");
      State state = states.computeIfAbsent(path[1], name -> new State());
      byte[] raw = exchange.getRequestBody().readAllBytes();
      int status = 200;
      byte[] body = new byte[0];
      if (path.length > 2) {
        body = ("[" + state.acted.stream().map(id -> '"' + id + '"').collect(Collectors.joining(",")) + "]").getBytes();
      } else {
        try {
          status = judge(path[1], state, exchange.getRequestHeaders().get("Service-Signature"), raw);
        } catch (Exception failure) {
          status = 500;
          body = failure.toString().getBytes();
        }
      }
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      if (body.length > 0) exchange.getResponseBody().write(body);
    } catch (Exception failure) {
      failure.printStackTrace();
    }
  }

  static synchronized int judge(String mistake, State state, List<String> headers, byte[] raw) throws Exception {
    if (headers == null || headers.size() != 1 || !isGenuine(mistake, headers.get(0), raw)) return 401;
    String text = new String(raw, StandardCharsets.UTF_8);
    if (mistake.equals("strict")) {
      Matching names = new Matching("\"(\\w+)\"\\s*:", text);
      Set<String> fields = Set.of("id", "event", "created_at", "retry_count", "envelope_id", "recipient_id", "uri");
      for (String name : names.all()) if (!fields.contains(name)) return 400;
    }
    if (mistake.equals("enumerated")) {
      Event.valueOf(new Matching("\"event\"\\s*:\\s*\"\\w+\\.(\\w+)\"", text).all().get(0).toUpperCase());
    }
    String id = new Matching("\"id\"\\s*:\\s*\"([^\"]+)\"", text).all().get(0);
    if (mistake.equals("failing-once") && state.known.add(id)) return 503;
    if (state.known.add(id) || mistake.equals("repeating")) state.acted.add(id);
    return 204;
  }

  record Matching(String pattern, String text) {
    List<String> all() {
      return Pattern.compile(pattern).matcher(text).results().map(each -> each.group(1)).toList();
    }
  }

  static boolean isGenuine(String mistake, String header, byte[] raw) throws Exception {
    if (mistake.equals("whole-header") && !header.matches("t=\\d+, v1=[0-9a-f]{64}")) return false;
    Map<String, String> parts = new HashMap<>();
    for (String part : header.split(",")) {
      String[] pair = part.trim().split("=", 2);
      if (pair.length == 2) parts.put(pair[0], pair[1]);
    }
    String t = parts.getOrDefault("t", "");
    if (!t.matches("\\d{1,15}")) return false;
    long now = System.currentTimeMillis();
    long age = mistake.equals("milliseconds") ? now - Long.parseLong(t) : now / 1000 - Long.parseLong(t);
    long limit = mistake.equals("milliseconds") ? 300_000 : mistake.equals("lenient") ? 3600 : 300;
    if (Math.abs(age) > limit) return false;
    byte[] body = switch (mistake) {
      case "ascii" -> new String(raw, StandardCharsets.US_ASCII).getBytes(StandardCharsets.US_ASCII);
      case "lines" -> lines(raw, "");
      case "line-ends" -> lines(raw, "\n");
      default -> raw;
    };
    return fits(mistake, parts.get("v1"), secret, t, body) || fits(mistake, parts.get("v0"), previous, t, body);
  }

  static byte[] lines(byte[] raw, String end) {
    var reader = new BufferedReader(new InputStreamReader(new ByteArrayInputStream(raw), StandardCharsets.UTF_8));
    return reader.lines().collect(Collectors.joining(end)).getBytes(StandardCharsets.UTF_8);
  }

  static boolean fits(String mistake, String given, String secret, String t, byte[] body) throws Exception {
    if (given == null) return false;
    boolean decodes = mistake.equals("decoded-secret");
    byte[] key = decodes ? Base64.getDecoder().decode(secret.substring("whsec_".length())) : secret.getBytes();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((t + ".").getBytes());
    return MessageDigest.isEqual(HexFormat.of().formatHex(mac.doFinal(body)).getBytes(), given.getBytes());
  }
}

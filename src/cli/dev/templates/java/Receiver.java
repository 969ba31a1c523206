import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A receiver of webhooks: {@code javac *.java && java Receiver}. */
public final class Receiver {
  private static final int MAX_BODY = 1024 * 1024;
  private static final String HEADER = setting("ESIGN_SIGNATURE_HEADER", "Service-Signature");
  private static final List<String> SECRETS =
      Stream.of(setting("ESIGN_WEBHOOK_SECRET", ""), setting("ESIGN_PREVIOUS_WEBHOOK_SECRET", ""))
          .filter(secret -> !secret.isEmpty())
          .toList();

  // In an app of yours, this is a table with a unique ID: stored before the response, and worked on after it.
  private static final Map<String, String> EVENTS = new ConcurrentHashMap<>();
  private static final ExecutorService WORKER = Executors.newSingleThreadExecutor();

  public static void main(String[] arguments) throws IOException {
    if (SECRETS.isEmpty()) throw new IllegalStateException("Set ESIGN_WEBHOOK_SECRET.");
    int port = Integer.parseInt(setting("PORT", "3000"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(16));
    server.createContext("/webhooks", Receiver::handle);
    server.start();
    System.out.println("http://127.0.0.1:" + port);
  }

  /** What your app does with an event. They arrive in any order: compare created_at, or read the envelope. */
  private static void work(String event) {
    System.out.println(textOf(event, "event") + " " + textOf(event, "id"));
  }

  private static void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      int status = 500;
      try {
        status = receive(exchange);
      } catch (Exception failure) {
        failure.printStackTrace();
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  private static int receive(HttpExchange exchange) throws Exception {
    if (!exchange.getRequestMethod().equals("POST")) return 405;
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
    if (body.length > MAX_BODY) return 413;
    List<String> headers = exchange.getRequestHeaders().getOrDefault(HEADER, List.of());
    if (headers.size() != 1 || !Webhook.isGenuine(headers.get(0), body, SECRETS)) return 401;
    String event = new String(body, StandardCharsets.UTF_8);
    // A delivery is repeated, with the same ID, when its response was lost.
    if (EVENTS.putIfAbsent(textOf(event, "id"), event) == null) WORKER.execute(() -> work(event));
    return 204;
  }

  /** Java itself reads no JSON: use the library of your app here. */
  private static String textOf(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"\\\\]*)\"").matcher(json);
    if (!found.find()) throw new IllegalArgumentException("the event has no " + name);
    return found.group(1);
  }

  private static String setting(String name, String usual) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? usual : value;
  }
}

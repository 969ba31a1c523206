import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies webhook deliveries. This file needs no other (Java 17): copy it into your app. */
public final class Webhook {
  private static final long TOLERANCE = 300; // seconds

  private Webhook() {}

  /**
   * Whether the service signed a delivery within the last five minutes.
   *
   * @param header the value of the header Service-Signature: {@code t=<seconds>, v1=<hex>}, and for 24 hours after a
   *     rotation of the secret {@code v0=<hex>}, made with the old one
   * @param body the bytes as they arrived: JSON that was parsed and written again does not verify
   * @param secrets the signing secret and, after a rotation, the one before it
   */
  public static boolean isGenuine(String header, byte[] body, List<String> secrets) throws GeneralSecurityException {
    Map<String, String> parts = new HashMap<>();
    for (String part : header.split(",")) {
      String[] pair = part.strip().split("=", 2);
      // Two headers may be joined with a comma; only one of them may be genuine.
      if (pair.length == 2 && parts.put(pair[0], pair[1]) != null) return false;
    }
    String t = parts.getOrDefault("t", "");
    if (!t.matches("[0-9]{1,12}") || !parts.containsKey("v1")) return false;
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(t)) > TOLERANCE) return false;
    boolean genuine = false;
    for (String secret : secrets) {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((t + ".").getBytes(StandardCharsets.UTF_8));
      byte[] expected = bytes(HexFormat.of().formatHex(mac.doFinal(body)));
      // In constant time: a comparison that ends at the first difference tells how much of a guess was right.
      genuine |= MessageDigest.isEqual(expected, bytes(parts.get("v1")));
      genuine |= MessageDigest.isEqual(expected, bytes(parts.getOrDefault("v0", "")));
    }
    return genuine;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

/// <summary>
/// Verifies webhook deliveries. This file needs no other (.NET Core 3.1 and later): copy it into your app.
/// </summary>
public static class Webhook
{
    private const long Tolerance = 300; // seconds

    /// <summary>Whether the service signed a delivery within the last five minutes.</summary>
    /// <param name="header">
    /// The value of the header Service-Signature: <c>t=[seconds], v1=[hex]</c>, and for 24 hours after a rotation of
    /// the secret <c>v0=[hex]</c>, made with the old one.
    /// </param>
    /// <param name="body">The bytes as they arrived: JSON that was parsed and written again does not verify.</param>
    /// <param name="secrets">The signing secret and, after a rotation, the one before it.</param>
    public static bool IsGenuine(string header, byte[] body, IEnumerable<string> secrets)
    {
        var parts = new Dictionary<string, string>();
        foreach (var part in header.Split(','))
        {
            var pair = part.Trim().Split('=', 2);
            // Two headers may be joined with a comma; only one of them may be genuine.
            if (pair.Length == 2 && !parts.TryAdd(pair[0], pair[1])) return false;
        }
        if (!parts.TryGetValue("t", out var t) || !parts.TryGetValue("v1", out var v1)) return false;
        if (!long.TryParse(t, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)) return false;
        var age = DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds;
        if (age > Tolerance || age < -Tolerance) return false;
        var signed = Encoding.UTF8.GetBytes(t + ".").Concat(body).ToArray();
        var genuine = false;
        foreach (var secret in secrets)
        {
            using var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret));
            var digest = BitConverter.ToString(hmac.ComputeHash(signed)).Replace("-", "").ToLowerInvariant();
            var expected = Encoding.UTF8.GetBytes(digest);
            // In constant time: a comparison that ends at the first difference tells how much of a guess was right.
            genuine |= CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(v1));
            genuine |= CryptographicOperations.FixedTimeEquals(
                expected, Encoding.UTF8.GetBytes(parts.GetValueOrDefault("v0", "")));
        }
        return genuine;
    }
}

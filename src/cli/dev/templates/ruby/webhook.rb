require "json"
require "openssl"

# Verifies webhook deliveries. This file needs no other: copy it into your app.
module Webhook
  TOLERANCE = 300 # seconds

  # Returns the event of a delivery, or nil unless the service signed it within the last five minutes.
  #
  # `header` is the value of the header Service-Signature: `t=<seconds>, v1=<hex>`, and for 24 hours after a rotation
  # of the secret `v0=<hex>`, made with the old one. `body` holds the bytes as they arrived: JSON that was parsed and
  # written again does not verify. `secrets` are the signing secret and, after a rotation, the one before it.
  def self.verified_event(header, body, secrets)
    pairs = header.to_s.split(",").map { |part| part.strip.split("=", 2) }.select { |pair| pair.size == 2 }
    # Two headers arrive joined with a comma; only one of them may be genuine.
    return if pairs.map(&:first).uniq.size < pairs.size
    t, v1, v0 = pairs.to_h.values_at("t", "v1", "v0")
    return unless v1 && /\A\d{1,12}\z/.match?(t.to_s) && (Time.now.to_i - t.to_i).abs <= TOLERANCE
    matches = secrets.flat_map do |secret|
      expected = OpenSSL::HMAC.hexdigest("SHA256", secret, "#{t}.".b + body.b)
      # In constant time: a comparison that ends at the first difference tells how much of a guess was right.
      [v1, v0].compact.map { |given| OpenSSL.secure_compare(expected, given) }
    end
    JSON.parse(body) if matches.any?
  end
end

<?php

declare(strict_types=1);

/**
 * Returns the event of a webhook delivery, or null unless the service signed it within the last five minutes. This file
 * needs no other: copy it into your app.
 *
 * $header is the value of the header Service-Signature: `t=<seconds>, v1=<hex>`, and for 24 hours after a rotation of
 * the secret `v0=<hex>`, made with the old one. $body holds the bytes as they arrived, from php://input: JSON that was
 * parsed and written again does not verify. $secrets are the signing secret and, after a rotation, the one before it.
 */
function verified_event(string $header, string $body, array $secrets): ?array
{
    $parts = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', trim($part), 2) + ['', ''];
        // PHP joins two headers with a comma; only one of them may be genuine.
        if (isset($parts[$name])) {
            return null;
        }
        $parts[$name] = $value;
    }
    $t = $parts['t'] ?? '';
    if (preg_match('/^\d{1,12}$/D', $t) !== 1 || abs(time() - (int) $t) > 300 || !isset($parts['v1'])) {
        return null;
    }
    $genuine = false;
    foreach ($secrets as $secret) {
        $expected = hash_hmac('sha256', "$t.$body", $secret);
        // In constant time: a comparison that ends at the first difference tells how much of a guess was right.
        $genuine = hash_equals($expected, $parts['v1']) || $genuine;
        $genuine = hash_equals($expected, $parts['v0'] ?? '') || $genuine;
    }
    return $genuine ? json_decode($body, true, 64, JSON_THROW_ON_ERROR) : null;
}

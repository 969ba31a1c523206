<?php
// A receiver in PHP: /sound keeps the delivery contract, and each other path makes the mistake that it names.
[, $mistake, $more] = explode('/', $_SERVER['REQUEST_URI']) + ['', '', ''];
$folder = getenv('FOLDER') . "/$mistake";
@mkdir($folder, 0700, true);
ini_set('display_errors', $mistake === 'displayed' || $mistake === 'typed' ? '1' : '0');
ini_set('html_errors', '1');

function digest(string $mistake, string $t, string $body, string $key): string
{
    $body = match ($mistake) {
        'rewritten' => json_encode(json_decode($body)),
        'indented' => json_encode(json_decode($body), JSON_PRETTY_PRINT),
        'encoded' => @utf8_encode($body),
        'form' => http_build_query($_POST),
        'stripped' => strip_tags($body),
        default => $body,
    };
    if ($mistake === 'unset') $key = (string) getenv('WEBHOOK_SECRET');
    if ($mistake === 'keyless') return hash('sha256', "$t.$body$key");
    return hash_hmac('sha256', "$t.$body", $key);
}

function is_genuine(string $mistake, string $header, string $body): bool
{
    $parts = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', trim($part), 2) + ['', ''];
        if (isset($parts[$name])) return false;
        $parts[$name] = $value;
    }
    if (!ctype_digit($parts['t'] ?? '') || !isset($parts['v1'])) return false;
    $t = $parts['t'];
    if ($mistake === 'zoned') $t = (string) strtotime(date('Y-m-d H:i:s', (int) $t) . ' +02:00');
    if (abs(time() - (int) $t) > 300) return false;
    $fits = hash_equals(digest($mistake, $parts['t'], $body, getenv('SECRET')), $parts['v1'])
        || hash_equals(digest($mistake, $parts['t'], $body, getenv('PREVIOUS')), $parts['v0'] ?? '');
    return $fits !== ($mistake === 'inverted');
}

function act(string $folder, string $id): void
{
    file_put_contents("$folder/acted", "$id\n", FILE_APPEND | LOCK_EX);
}

function of_recipient(string $recipient): void {}

if ($more === 'acted') {
    echo json_encode(file("$folder/acted", FILE_IGNORE_NEW_LINES) ?: []);
    return;
}
$header = $_SERVER['HTTP_SERVICE_SIGNATURE'] ?? null;
$body = file_get_contents('php://input');
if ($mistake === 'displayed') echo "verifying\n";
if (!is_genuine($mistake, $mistake === 'displayed' ? $header : (string) $header, $body)) {
    http_response_code(401);
    return;
}
$event = json_decode($body);
if ($mistake === 'typed') of_recipient($event->recipient_id);
$written = @fopen("$folder/" . hash('sha256', $event->id), 'x');
if ($mistake === 'sessions') $written = $event->retry_count === 0;
if ($written) act($folder, $event->id);
http_response_code(204);

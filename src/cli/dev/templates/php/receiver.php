<?php

declare(strict_types=1);

require __DIR__ . '/webhook.php';

$secrets = array_filter([getenv('ESIGN_WEBHOOK_SECRET'), getenv('ESIGN_PREVIOUS_WEBHOOK_SECRET')]);
$header = 'HTTP_' . strtoupper(strtr(getenv('ESIGN_SIGNATURE_HEADER') ?: 'Service-Signature', '-', '_'));

function respond(int $status): void
{
    http_response_code($status);
    // Sends the response now, so that the service does not wait for the work.
    function_exists('fastcgi_finish_request') ? fastcgi_finish_request() : flush();
}

/** False for an event that was stored before: a delivery is repeated, with the same ID, when its response was lost. */
function store(array $event, string $body): bool
{
    // In an app of yours, this is a table with a unique column. The web server must not show this folder.
    $folder = __DIR__ . '/events';
    @mkdir($folder, 0700);
    $written = tempnam($folder, 'new');
    file_put_contents($written, $body);
    $isNew = @link($written, $folder . '/' . hash('sha256', $event['id']) . '.json');
    unlink($written);
    return $isNew;
}

/** What your app does with an event. They arrive in any order: compare created_at, or read the envelope at its uri. */
function work(array $event): void
{
    file_put_contents('php://stdout', "{$event['event']} {$event['id']}\n");
}

if ($secrets === []) {
    error_log('Set ESIGN_WEBHOOK_SECRET.');
    respond(500);
    return;
}
if ("{$_SERVER['REQUEST_METHOD']} {$_SERVER['REQUEST_URI']}" !== 'POST /webhooks') {
    respond(404);
    return;
}
$body = file_get_contents('php://input');
$event = verified_event($_SERVER[$header] ?? '', $body, $secrets);
if ($event === null) {
    respond(401);
    return;
}
$isNew = store($event, $body);
respond(204);
if ($isNew) {
    work($event);
}

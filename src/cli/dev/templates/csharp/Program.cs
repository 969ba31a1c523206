using System.Collections.Concurrent;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Threading.Channels;

string[] secrets = new[] { "ESIGN_WEBHOOK_SECRET", "ESIGN_PREVIOUS_WEBHOOK_SECRET" }
    .Select(name => Environment.GetEnvironmentVariable(name) ?? "")
    .Where(secret => secret != "")
    .ToArray();
if (secrets.Length == 0) throw new InvalidOperationException("Set ESIGN_WEBHOOK_SECRET.");
var header = Environment.GetEnvironmentVariable("ESIGN_SIGNATURE_HEADER") ?? "Service-Signature";
var port = Environment.GetEnvironmentVariable("PORT") ?? "3000";

// In an app of yours, this is a table with a unique ID: an event is stored before the response, and worked on after it.
var events = new ConcurrentDictionary<string, Event>();
var waiting = Channel.CreateUnbounded<Event>();
_ = Task.Run(async () =>
{
    await foreach (var each in waiting.Reader.ReadAllAsync())
    {
        try { Work(each); }
        catch (Exception failure) { Console.Error.WriteLine(failure); }
    }
});

var builder = WebApplication.CreateBuilder(args);
builder.WebHost.ConfigureKestrel(options => options.Limits.MaxRequestBodySize = 1024 * 1024);
var app = builder.Build();

app.MapPost("/webhooks", async (HttpRequest request) =>
{
    // The bytes as they arrive: a bound parameter would be parsed JSON.
    using var bytes = new MemoryStream();
    await request.Body.CopyToAsync(bytes);
    var body = bytes.ToArray();
    var signatures = request.Headers[header];
    if (signatures.Count != 1 || !Webhook.IsGenuine(signatures[0] ?? "", body, secrets)) return Results.StatusCode(401);
    var received = JsonSerializer.Deserialize<Event>(body)!;
    // A delivery is repeated, with the same ID, when its response was lost.
    if (events.TryAdd(received.Id, received)) waiting.Writer.TryWrite(received);
    return Results.NoContent();
});

app.Run($"http://127.0.0.1:{port}");

// What your app does with an event. They arrive in any order: compare created_at, or read the envelope at its uri.
static void Work(Event received) => Console.WriteLine($"{received.Name} {received.Id}");

record Event(
    [property: JsonPropertyName("id")] string Id,
    [property: JsonPropertyName("event")] string Name,
    [property: JsonPropertyName("envelope_id")] string EnvelopeId);

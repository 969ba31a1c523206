using System;
using System.Collections.Concurrent;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Threading.Channels;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Hosting;

/// <summary>A receiver of webhooks: <c>dotnet run</c>.</summary>
public static class Program
{
    private static readonly string Header = Setting("ESIGN_SIGNATURE_HEADER", "Service-Signature");
    private static readonly string[] Secrets =
        new[] { Setting("ESIGN_WEBHOOK_SECRET", ""), Setting("ESIGN_PREVIOUS_WEBHOOK_SECRET", "") }
            .Where(secret => secret != "")
            .ToArray();

    // In an app of yours, this is a table with a unique ID: stored before the response, and worked on after it.
    private static readonly ConcurrentDictionary<string, Event> Events = new ConcurrentDictionary<string, Event>();
    private static readonly Channel<Event> Waiting = Channel.CreateUnbounded<Event>();

    public static void Main(string[] args)
    {
        if (Secrets.Length == 0) throw new InvalidOperationException("Set ESIGN_WEBHOOK_SECRET.");
        _ = Task.Run(WorkOnAll);
        Host.CreateDefaultBuilder(args)
            .ConfigureWebHostDefaults(web => web
                .UseUrls("http://127.0.0.1:" + Setting("PORT", "3000"))
                .ConfigureKestrel(options => options.Limits.MaxRequestBodySize = 1024 * 1024)
                .Configure(app => app
                    .UseRouting()
                    .UseEndpoints(endpoints => endpoints.MapPost("/webhooks", Receive))))
            .Build()
            .Run();
    }

    /// <summary>
    /// What your app does with an event. They arrive in any order: compare created_at, or read the envelope at its uri.
    /// </summary>
    private static void Work(Event received) => Console.WriteLine(received.Name + " " + received.Id);

    private static async Task Receive(HttpContext context)
    {
        // The bytes as they arrive: a bound parameter would be parsed JSON.
        using var bytes = new MemoryStream();
        await context.Request.Body.CopyToAsync(bytes);
        var body = bytes.ToArray();
        var signatures = context.Request.Headers[Header];
        if (signatures.Count != 1 || !Webhook.IsGenuine(signatures[0], body, Secrets))
        {
            context.Response.StatusCode = 401;
            return;
        }
        var received = JsonSerializer.Deserialize<Event>(body);
        // A delivery is repeated, with the same ID, when its response was lost.
        if (Events.TryAdd(received.Id, received)) Waiting.Writer.TryWrite(received);
        context.Response.StatusCode = 204;
    }

    private static async Task WorkOnAll()
    {
        await foreach (var each in Waiting.Reader.ReadAllAsync())
        {
            try { Work(each); }
            catch (Exception failure) { Console.Error.WriteLine(failure); }
        }
    }

    private static string Setting(string name, string otherwise)
    {
        var value = Environment.GetEnvironmentVariable(name);
        return string.IsNullOrEmpty(value) ? otherwise : value;
    }
}

public sealed class Event
{
    [JsonPropertyName("id")]
    public string Id { get; set; }

    [JsonPropertyName("event")]
    public string Name { get; set; }

    [JsonPropertyName("envelope_id")]
    public string EnvelopeId { get; set; }
}

require "webrick"
require_relative "webhook"

SECRETS = ENV.values_at("ESIGN_WEBHOOK_SECRET", "ESIGN_PREVIOUS_WEBHOOK_SECRET").compact.reject(&:empty?)
abort "Set ESIGN_WEBHOOK_SECRET." if SECRETS.empty?
HEADER = ENV.fetch("ESIGN_SIGNATURE_HEADER", "Service-Signature")
PORT = Integer(ENV.fetch("PORT", "3000"))
MAX_BODY = 1024 * 1024

# In an app of yours, this is a table with a unique ID: an event is stored before the response, and worked on after it.
EVENTS = {}
LOCK = Mutex.new
WAITING = Queue.new

# What your app does with an event. They arrive in any order: compare created_at, or read the envelope at its uri.
def work(event)
  puts "#{event["event"]} #{event["id"]}"
end

def status_of(request)
  return 405 unless request.request_method == "POST"
  return 411 if request["Content-Length"].nil?
  return 413 if request.content_length > MAX_BODY
  event = Webhook.verified_event(request[HEADER], request.body.to_s, SECRETS)
  return 401 if event.nil?
  # A delivery is repeated, with the same ID, when its response was lost.
  is_new = LOCK.synchronize { !EVENTS.key?(event["id"]) && EVENTS[event["id"]] = event }
  WAITING << event if is_new
  204
end

$stdout.sync = true
Thread.new do
  loop do
    work(WAITING.pop)
  rescue StandardError => e
    warn e.full_message
  end
end
log = WEBrick::Log.new($stderr, WEBrick::Log::WARN)
server = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: PORT, AccessLog: [], Logger: log)
server.mount_proc("/webhooks") { |request, response| response.status = status_of(request) }
%w[INT TERM].each { |signal| trap(signal) { server.shutdown } }
puts "http://127.0.0.1:#{PORT}"
server.start

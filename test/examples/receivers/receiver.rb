# A receiver in Ruby: /sound keeps the delivery contract, and each other path makes the mistake that it names.
require "json"
require "openssl"
require "webrick"

SECRET, PREVIOUS = ENV.values_at("SECRET", "PREVIOUS")
State = Struct.new(:known, :acted)
STATES = Hash.new { |states, name| states[name] = State.new({}, []) }
LOCK = Mutex.new

def changed(mistake, body)
  case mistake
  when "indented" then JSON.pretty_generate(JSON.parse(body))
  when "rails" then JSON.generate(JSON.parse(body)).gsub(/[<>&]/) { |sign| format("\\u%04x", sign.ord) }
  when "chomped" then body.chomp
  when "read-before" then ""
  when "inspected" then JSON.parse(body).to_s
  else body
  end
end

def digest(mistake, t, body, key)
  key = key.delete_prefix("whsec_").unpack1("m") if mistake == "decoded-secret"
  signed = "#{t}.".b + changed(mistake, body).b
  OpenSSL::HMAC.hexdigest("SHA256", key, signed)
end

def genuine?(mistake, header, body)
  return false if header.nil? && mistake != "crashing"
  pairs = header.split(",").map { |part| part.strip.split("=", 2) }
  return false if pairs.map(&:first).uniq.size < pairs.size
  t, v1, v0 = pairs.select { |pair| pair.size == 2 }.to_h.values_at("t", "v1", "v0")
  return false unless v1 && t.to_s.match?(/\A\d+\z/)
  age = Time.now.to_i - t.to_i
  return false if age.abs > 300
  return true if mistake == "presence"
  v1 == digest(mistake, t, body, SECRET) || (mistake != "one-secret" && v0 == digest(mistake, t, body, PREVIOUS))
end

def judge(mistake, state, header, body)
  genuine = genuine?(mistake, header, body)
  return 401 unless genuine || mistake == "late-check"
  event = JSON.parse(body)
  raise "unknown event #{event["event"]}" if mistake == "raising" && !event["event"].match?(/sent|completed|sealed/)
  state.acted << event["id"] unless state.known.key?(event["id"])
  state.known[event["id"]] = true
  genuine ? 204 : 401
end

class Hooks < WEBrick::HTTPServlet::AbstractServlet
  def service(request, response)
    _, mistake, more = request.path.split("/")
    state = LOCK.synchronize { STATES[mistake] }
    return response.body = JSON.generate(state.acted) if more == "acted"
    response.status = LOCK.synchronize { judge(mistake, state, request["Service-Signature"], request.body.to_s) }
  end
end

log = WEBrick::Log.new(File::NULL)
server = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: 0, AccessLog: [], Logger: log)
server.mount("/", Hooks)
$stdout.sync = true
puts server.listeners[0].addr[1]
server.start

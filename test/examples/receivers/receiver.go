// A receiver in Go: /sound keeps the delivery contract, and each other path makes the mistake that it names.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type state struct {
	known map[string]bool
	acted []string
}

type event struct {
	ID          string  `json:"id"`
	Event       string  `json:"event"`
	CreatedAt   string  `json:"created_at"`
	RetryCount  int     `json:"retry_count"`
	EnvelopeID  string  `json:"envelope_id"`
	RecipientID *string `json:"recipient_id"`
	URI         string  `json:"uri"`
}

var (
	lock   sync.Mutex
	states = map[string]*state{}
)

func changed(mistake string, body []byte) []byte {
	var written []byte
	switch mistake {
	case "map":
		var parsed map[string]any
		json.Unmarshal(body, &parsed)
		written, _ = json.Marshal(parsed)
	case "encoder":
		var parsed json.RawMessage
		json.Unmarshal(body, &parsed)
		var buffer bytes.Buffer
		json.NewEncoder(&buffer).Encode(parsed)
		written = buffer.Bytes()
	case "struct":
		var parsed event
		json.Unmarshal(body, &parsed)
		written, _ = json.Marshal(parsed)
	case "drained":
	default:
		written = body
	}
	return written
}

func digest(mistake, t string, body []byte, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t + "."))
	mac.Write(changed(mistake, body))
	return hex.EncodeToString(mac.Sum(nil))
}

func isGenuine(mistake, header string, body []byte) bool {
	parts := map[string]string{}
	for _, part := range strings.Split(header, ",") {
		pair := strings.SplitN(strings.TrimSpace(part), "=", 2)
		if mistake == "panicking" || len(pair) == 2 {
			parts[pair[0]] = pair[1]
		}
	}
	seconds, err := strconv.ParseInt(parts["t"], 10, 64)
	age := time.Since(time.Unix(seconds, 0))
	tolerance := 301 * time.Second
	if mistake == "half-minute" {
		tolerance = 30 * time.Second
	}
	if err != nil || age > tolerance || age < -tolerance && mistake != "past-only" || parts["v1"] == "" {
		return false
	}
	expected := digest(mistake, parts["t"], body, os.Getenv("SECRET"))
	if mistake == "prefix" {
		return strings.HasPrefix(expected, parts["v1"])
	}
	before := digest(mistake, parts["t"], body, os.Getenv("PREVIOUS"))
	return hmac.Equal([]byte(expected), []byte(parts["v1"])) || hmac.Equal([]byte(before), []byte(parts["v0"]))
}

func judge(mistake string, state *state, headers http.Header, body []byte) int {
	signatures := headers.Values("Service-Signature")
	if mistake == "lower-case" {
		signatures = headers["service-signature"]
	}
	if len(signatures) != 1 && mistake != "panicking" || !isGenuine(mistake, signatures[0], body) {
		return http.StatusUnauthorized
	}
	var received event
	decoder := json.NewDecoder(bytes.NewReader(body))
	if mistake == "strict" {
		decoder.DisallowUnknownFields()
	}
	if err := decoder.Decode(&received); err != nil {
		return http.StatusBadRequest
	}
	if mistake == "fresh-only" && received.RetryCount > 0 {
		return http.StatusNoContent
	}
	if mistake == "status" && received.Event == "envelope.voided" {
		return http.StatusNotFound
	}
	if !state.known[received.ID] {
		state.known[received.ID] = true
		state.acted = append(state.acted, received.ID)
	}
	return http.StatusNoContent
}

func handle(response http.ResponseWriter, request *http.Request) {
	path := append(strings.Split(request.URL.Path, "/"), "", "")
	mistake := path[1]
	var body []byte
	if mistake == "one-read" {
		body = make([]byte, 2048)
		length, _ := request.Body.Read(body)
		body = body[:length]
	} else {
		body, _ = io.ReadAll(request.Body)
	}
	lock.Lock()
	defer lock.Unlock()
	if states[mistake] == nil {
		states[mistake] = &state{known: map[string]bool{}, acted: []string{}}
	}
	if path[2] == "acted" {
		json.NewEncoder(response).Encode(states[mistake].acted)
		return
	}
	response.WriteHeader(judge(mistake, states[mistake], request.Header, body))
}

func main() {
	log.SetOutput(io.Discard)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	http.Serve(listener, http.HandlerFunc(handle))
}

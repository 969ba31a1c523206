package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Event is what a webhook delivery tells. Read the envelope at its URI for more.
type Event struct {
	ID         string    `json:"id"`
	Event      string    `json:"event"`
	CreatedAt  time.Time `json:"created_at"`
	EnvelopeID string    `json:"envelope_id"`
	URI        string    `json:"uri"`
}

// ErrNotGenuine says that the service did not sign a delivery, or not within the last five minutes.
var ErrNotGenuine = errors.New("the delivery is not genuine")

const tolerance = 300 // seconds

// VerifiedEvent returns the event of a delivery, or ErrNotGenuine. This file needs no other: copy it into your app.
//
// header is the value of the header Service-Signature: `t=<seconds>, v1=<hex>`, and for 24 hours after a rotation of
// the secret `v0=<hex>`, made with the old one. body holds the bytes as they arrived: JSON that was parsed and written
// again does not verify. secrets are the signing secret and, after a rotation, the one before it.
func VerifiedEvent(header string, body []byte, secrets []string) (Event, error) {
	var event Event
	parts := map[string]string{}
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if _, isKnown := parts[name]; isKnown {
			return event, ErrNotGenuine
		}
		parts[name] = value
	}
	t, err := strconv.ParseInt(parts["t"], 10, 64)
	age := time.Now().Unix() - t
	if err != nil || age > tolerance || age < -tolerance || parts["v1"] == "" {
		return event, ErrNotGenuine
	}
	genuine := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(parts["t"] + "."))
		mac.Write(body)
		expected := []byte(hex.EncodeToString(mac.Sum(nil)))
		// In constant time: a comparison that ends at the first difference tells how much of a guess was right.
		genuine = hmac.Equal(expected, []byte(parts["v1"])) || genuine
		genuine = hmac.Equal(expected, []byte(parts["v0"])) || genuine
	}
	if !genuine {
		return event, ErrNotGenuine
	}
	return event, json.Unmarshal(body, &event)
}

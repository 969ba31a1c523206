package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

const maxBody = 1024 * 1024

// In an app of yours, this is a table with a unique ID: an event is stored before the response, and worked on after it.
var (
	lock    sync.Mutex
	events  = map[string]Event{}
	waiting = make(chan Event, 1000)
)

// store returns false for an event that was stored before: a delivery is repeated, with the same ID, when its response
// was lost.
func store(event Event) bool {
	lock.Lock()
	defer lock.Unlock()
	if _, isKnown := events[event.ID]; isKnown {
		return false
	}
	events[event.ID] = event
	return true
}

// work is what your app does with an event. They arrive in any order: compare CreatedAt, or read the envelope at its
// URI.
func work(event Event) {
	fmt.Println(event.Event, event.ID)
}

func receive(header string, secrets []string) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBody))
		if err != nil {
			response.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		signatures := request.Header.Values(header)
		if len(signatures) != 1 {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		event, err := VerifiedEvent(signatures[0], body, secrets)
		switch {
		case errors.Is(err, ErrNotGenuine):
			response.WriteHeader(http.StatusUnauthorized)
		case err != nil:
			log.Print(err)
			response.WriteHeader(http.StatusBadRequest)
		default:
			if store(event) {
				waiting <- event
			}
			response.WriteHeader(http.StatusNoContent)
		}
	}
}

func setting(name, usual string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return usual
}

func main() {
	secrets := []string{}
	for _, name := range []string{"ESIGN_WEBHOOK_SECRET", "ESIGN_PREVIOUS_WEBHOOK_SECRET"} {
		if secret := os.Getenv(name); secret != "" {
			secrets = append(secrets, secret)
		}
	}
	if len(secrets) == 0 {
		log.Fatal("Set ESIGN_WEBHOOK_SECRET.")
	}
	go func() {
		for event := range waiting {
			work(event)
		}
	}()
	http.HandleFunc("/webhooks", receive(setting("ESIGN_SIGNATURE_HEADER", "Service-Signature"), secrets))
	listener, err := net.Listen("tcp", "127.0.0.1:"+setting("PORT", "3000"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("http://" + listener.Addr().String())
	server := http.Server{ReadTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}

/* A receiver in C: /sound keeps the delivery contract, and each other path makes the mistake that it names. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static char request[1 << 17];

static int is(const char *mistake, const char *name) { return strcmp(mistake, name) == 0; }

static void digest(const char *mistake, const char *secret, long t, const char *body, size_t length, char *hex) {
  unsigned char made[32], *material = malloc(length + 32);
  size_t used = 0;
  if (!is(mistake, "body-alone")) used = sprintf((char *)material, is(mistake, "dotless") ? "%ld" : "%ld.", t);
  memcpy(material + used, body, length);
  HMAC(EVP_sha256(), secret, strlen(secret), material, used + length, made, NULL);
  free(material);
  for (int at = 0; at < 32; at++) sprintf(hex + 2 * at, is(mistake, "upper-case") ? "%02X" : "%02x", made[at]);
}

static int same(const char *mistake, const char *given, const char *made) {
  if (is(mistake, "first-digits")) return strncmp(given, made, 16) == 0;
  return strcmp(given, made) == 0;
}

/* Copies the value of a name in the header; an empty text where it is missing. */
static void value(const char *header, const char *name, char *found, size_t room) {
  found[0] = 0;
  for (const char *at = header; at != NULL; at = strchr(at, ',')) {
    while (*at == ',' || *at == ' ') at++;
    size_t length = strlen(name);
    if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
    size_t size = strcspn(at + length + 1, ", ");
    if (size < room) snprintf(found, size + 1, "%s", at + length + 1);
    return;
  }
}

static int is_in_time(const char *mistake, long t) {
  long now = time(NULL) + (is(mistake, "fast-clock") ? 600 : 0);
  if (is(mistake, "unsigned")) return (unsigned long)(now - t) <= 300;
  if (is(mistake, "past-only")) return now - t <= 300;
  return labs(now - t) <= 300;
}

static int is_genuine(const char *mistake, const char *header, const char *body, size_t length) {
  char t[16], v1[80], v0[80], made[65];
  value(header, "t", t, sizeof t);
  value(header, "v1", v1, sizeof v1);
  value(header, "v0", v0, sizeof v0);
  if (is(mistake, "last-value") && v1[0] != 0) snprintf(v1, sizeof v1, "%s", strrchr(header, '=') + 1), v0[0] = 0;
  if (t[0] == 0 || strspn(t, "0123456789") != strlen(t) || v1[0] == 0) return 0;
  if (!is_in_time(mistake, atol(t))) return 0;
  const char *secret = is(mistake, "other-secret") ? "whsec_of_another_endpoint" : getenv("SECRET");
  digest(mistake, secret, atol(t), body, length, made);
  if (same(mistake, v1, made)) return 1;
  digest(mistake, getenv("PREVIOUS"), atol(t), body, length, made);
  return v0[0] != 0 && same(mistake, v0, made);
}

/* The one signature header of a request, or NULL. */
static const char *signature(const char *mistake, const char *head, char *found, size_t room) {
  const char *wanted = is(mistake, "other-header") ? "\r\nX-Webhook-Signature:" : "\r\nService-Signature:";
  int has_case = is(mistake, "cased-header");
  const char *at = has_case ? strstr(head, wanted) : strcasestr(head, wanted);
  if (at == NULL) return NULL;
  at += strlen(wanted);
  if (strcasestr(at, wanted) != NULL) return NULL;
  at += strspn(at, " ");
  size_t size = strcspn(at, "\r");
  if (size >= room) return NULL;
  snprintf(found, size + 1, "%s", at);
  return found;
}

static char newest_envelope[64], newest_at[64];

static void member(const char *body, const char *name, char *found) {
  found[0] = 0;
  const char *at = strstr(body, name);
  if (at != NULL) sscanf(at + strlen(name), "%*[ :\"]%60[^\"]", found);
}

/* Refuses an event that is older than the last one of its envelope. */
static int is_late(const char *body) {
  char envelope[64], at[64];
  member(body, "\"envelope_id\"", envelope);
  member(body, "\"created_at\"", at);
  if (strcmp(envelope, newest_envelope) == 0 && strcmp(at, newest_at) < 0) return 1;
  strcpy(newest_envelope, envelope);
  strcpy(newest_at, at);
  return 0;
}

static int judge(const char *mistake, const char *head, const char *body, size_t length) {
  char header[512];
  if (is(mistake, "small") && length > 2048) return 413;
  if (signature(mistake, head, header, sizeof header) == NULL) return 401;
  if (!is_genuine(mistake, header, body, length)) return 401;
  if (is(mistake, "ordered") && is_late(body)) return 409;
  return 204;
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int server = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(server, (struct sockaddr *)&address, size) != 0 || listen(server, 64) != 0) return 1;
  getsockname(server, (struct sockaddr *)&address, &size);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    int client = accept(server, NULL, NULL);
    size_t used = 0, length = 0;
    char *end = NULL, mistake[64] = "";
    for (ssize_t got; used < sizeof request - 1; used += got) {
      got = read(client, request + used, sizeof request - 1 - used);
      if (got <= 0) break;
      request[used + got] = 0;
      if (end == NULL && (end = strstr(request, "\r\n\r\n")) != NULL) {
        char *announced = strcasestr(request, "content-length:");
        if (announced != NULL) length = strtoul(announced + 15, NULL, 10);
      }
      if (end != NULL && used + got >= (size_t)(end - request) + 4 + length) break;
    }
    if (end != NULL) {
      char answer[96];
      *end = 0;
      sscanf(request, "%*s /%60[^/ ]", mistake);
      sprintf(answer, "HTTP/1.1 %d x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", judge(mistake, request, end + 4, length));
      if (write(client, answer, strlen(answer)) < 0) perror("write");
    }
    close(client);
  }
}

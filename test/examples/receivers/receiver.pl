# A receiver in Perl: /sound keeps the delivery contract, and each other path makes the mistake that it names.
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256_hex hmac_sha256_base64);
use Encode qw(decode);
use IO::Socket::INET;
use JSON::PP;

my ($secret, $previous) = @ENV{qw(SECRET PREVIOUS)};
my %states;

sub digest {
    my ($mistake, $t, $body, $key) = @_;
    $key =~ s/^whsec_// if $mistake eq 'bare-secret';
    $body = JSON::PP->new->encode(JSON::PP->new->decode($body)) if $mistake eq 'rewritten';
    $body = decode('UTF-8', $body) if $mistake eq 'decoded';
    return hmac_sha256_base64("$t.$body", $key) if $mistake eq 'base64';
    return hmac_sha256_hex("$t.$body", $key);
}

sub is_genuine {
    my ($mistake, $header, $raw) = @_;
    my ($t, $v1, $v0);
    if ($mistake eq 'no-space') {
        ($t, $v1) = $header =~ /^t=(\d+),v1=([^,]+)/ or return 0;
    } else {
        my %parts = map { /^\s*(\w+)=(.*?)\s*$/ ? ($1, $2) : () } split /,/, $header;
        ($t, $v1, $v0) = @parts{qw(t v1 v0)};
    }
    return 0 unless defined $t && $t =~ /^\d+$/ && abs(time - $t) <= 300;
    return 1 if defined $v1 && $v1 eq digest($mistake, $t, $raw, $secret);
    return 0 if $mistake eq 'forgetful';
    return defined $v0 && $v0 eq digest($mistake, $t, $raw, $previous);
}

my %uses = map { $_ => 1 } qw(
  envelope.sent envelope.completed envelope.declined envelope.voided envelope.expired envelope.sealed
  envelope.sealing_failed recipient.completed);

sub judge {
    my ($mistake, $state, $signatures, $raw) = @_;
    return 308 if $mistake eq 'moved';
    return 403 if $mistake eq 'guarded';
    return 401 unless @$signatures == 1 && is_genuine($mistake, $signatures->[0], $raw);
    my $event = decode_json($raw);
    return 400 unless defined $event->{id};
    return 422 if $mistake eq 'closed-list' && !$uses{$event->{event}};
    return 500 if $mistake eq 'first-only' && $event->{retry_count} > 0;
    push @{$state->{acted}}, $event->{id} unless $state->{known}{$event->{id}}++;
    return 204;
}

my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 64, ReuseAddr => 1) or die $!;
$| = 1;
print $server->sockport, "\n";
while (my $client = $server->accept) {
    local $/ = "\r\n";
    my $line = <$client> // next;
    my ($method, $mistake, $more) = $line =~ m{^(\w+) /([^/ ]*)(/acted)?} or next;
    my ($length, @signatures) = (0);
    while (defined(my $header = <$client>)) {
        last if $header eq "\r\n";
        $length = $1 if $header =~ /^content-length:\s*(\d+)/i;
        push @signatures, $1 if $header =~ /^service-signature:[ \t]*(.*?)\r\n/i;
    }
    read($client, my $raw, $length) if $length > 0;
    my $state = $states{$mistake} //= { known => {}, acted => [] };
    my ($status, $body) = (200, '');
    if ($more) {
        $body = encode_json($state->{acted});
    } else {
        $status = eval { judge($mistake, $state, \@signatures, $raw) };
        ($status, $body) = (500, $@) unless defined $status;
        $body = 'CSRF token missing' if $status == 403;
    }
    my $to = $status == 308 ? "Location: /sound\r\n" : '';
    printf $client "HTTP/1.1 %d x\r\n%sConnection: close\r\nContent-Length: %d\r\n\r\n%s", $status, $to, length $body, $body;
    close $client;
}

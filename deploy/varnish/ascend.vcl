vcl 4.1;
# A cache for the front server, for Debian's varnish with varnish-modules. Headers of the service
# decide what is stored (CACHE=varnish); everything else passes. docs/how-to/put-a-cache-in-front.md explains how it is
# started: brotli needs -p http_gzip_support=off, and purges are accepted only at the listener named "purge".
import std;
import xkey;

backend service {
  .host = "127.0.0.1";
  .port = "8080";
  .connect_timeout = 2s;
  .first_byte_timeout = 60s;
  .between_bytes_timeout = 60s;
  .probe = {
    .url = "/api/health";
    .interval = 2s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
  }
}

# Who may purge, at a listener that nobody else reaches: all readers may come from the address of a proxy for TLS.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.restarts == 0) {
    unset req.http.X-Stored;
    unset req.http.X-Again;
    unset req.http.X-Keeps-Pages;
  }
  unset req.http.X-Difference;
  if (req.method == "PURGE") {
    if (local.socket != "purge" || client.ip !~ purgers) {
      return (synth(403));
    }
    set req.http.X-Purged = xkey.softpurge(req.http.Surrogate-Key);
    return (synth(200, "Purged " + req.http.X-Purged));
  }
  if (local.socket == "purge") {
    return (synth(403));
  }
  # Upgrades and unusual methods.
  if (req.method !~ "^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$") {
    return (synth(405));
  }

  # One of two values, by the reader's own setting before the browser's (api/http/request-context.ts).
  if (req.http.Cookie ~ "(^|; )data_saver=on" ||
    (req.http.Save-Data ~ "(?i)^on$" && req.http.Cookie !~ "(^|; )data_saver=off")) {
    set req.http.Save-Data = "on";
  } else {
    unset req.http.Save-Data;
  }
  # What is stored is the same for all; vcl_deliver adds what makes browsers keep a page to compare with it. These are
  # navigations as api/pages/differences/page-differences.ts knows them.
  if ((req.http.Sec-Fetch-Dest == "document" ||
      (req.http.Sec-Fetch-Dest == "empty" && req.http.Upgrade-Insecure-Requests == "1")) &&
    (req.http.Accept-Encoding ~ "dcz" ||
      req.http.Sec-CH-UA ~ {""Chromium";v="(1[3-9][0-9]|[2-9][0-9][0-9])""} ||
      (!req.http.Sec-CH-UA && req.http.User-Agent ~ "Chrome/(1[3-9][0-9]|[2-9][0-9][0-9])"))) {
    set req.http.X-Keeps-Pages = "yes";
  }
  # Fetched ahead on a slow connection, as a difference or not at all: without a page to compare with there is none.
  if (req.http.Sec-Speculation-Tags ~ "dcz" && !req.http.Available-Dictionary) {
    return (synth(406));
  }
  # A difference is of use to one reader alone, and only the service knows the pages to compare with. If it cannot
  # answer, the restarted request takes the stored page.
  if (req.http.Available-Dictionary && req.http.Accept-Encoding ~ "dcz" && req.restarts == 0 &&
    req.url !~ "^/(api|uploads)/" && (req.method == "GET" || req.method == "HEAD")) {
    set req.http.X-Difference = "yes";
    set req.http.X-Stored = "maybe";
    return (pass);
  }
  # The service's encodings: each variant is stored once.
  if (req.http.Accept-Encoding ~ "br(?!\s*;\s*q=0(\.0*)?\s*(,|$))") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  # Of pictures, too; the other word is for a person, who gets the 404 page where there is none.
  if (req.url ~ "^/uploads/") {
    if (req.http.Accept ~ "(?i)image/avif(?!\s*;\s*q=0(\.0*)?\s*(,|$))") {
      set req.http.X-Kinds = "image/avif,image/webp";
    } else {
      set req.http.X-Kinds = "image/webp";
    }
    if (req.http.Accept ~ "text/html") {
      set req.http.X-Kinds = req.http.X-Kinds + ",text/html";
    }
    set req.http.Accept = req.http.X-Kinds;
    unset req.http.X-Kinds;
  }

  if (req.method != "GET" && req.method != "HEAD") {
    # The front server closes idle connections at each reload, as with each release. A request sent on such a
    # connection at that moment is sent once more if its body is still cached.
    if (req.method == "POST" && std.integer(req.http.Content-Length, 1000000) <= 65536) {
      std.cache_req_body(64KB);
    }
    return (pass);
  }
  # Staff, range requests, and pages that differ for signed-in readers (hasReaderPage).
  if (req.http.Authorization || req.http.Range ||
    (req.http.Cookie ~ "session=" && req.url ~ "^/(\?|$)")) {
    return (pass);
  }
  # Grace: stale objects are served this long while they are fetched again, and for a day while the backend is down.
  if (req.http.X-Again || !std.healthy(req.backend_hint)) {
    # Limited by the page's own stale-if-error.
    set req.grace = 365d;
  } else {
    set req.grace = 3s;
  }
  # The service answers by these, and what is stored is for all.
  unset req.http.Available-Dictionary;
  unset req.http.Sec-Fetch-Dest;
  set req.http.X-Stored = "maybe";
  return (hash);
}

sub vcl_backend_fetch {
  # Keys are internal to Varnish.
  unset bereq.http.Surrogate-Key;
  unset bereq.http.X-Stored;
  unset bereq.http.X-Keeps-Pages;
}

sub vcl_backend_response {
  # A 5xx does not replace a good page: see vcl_synth.
  if (beresp.status >= 500 &&
    (bereq.is_bgfetch || bereq.http.X-Difference || (!bereq.uncacheable && !bereq.http.X-Again))) {
    return (abandon);
  }
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "private|no-store" ||
    (beresp.status != 200 && beresp.status != 304) ||
    !(beresp.http.Surrogate-Control || beresp.http.Cache-Control ~ "^public")) {
    # Hit-for-miss: following requests are not serialized.
    set beresp.uncacheable = true;
    set beresp.ttl = 10s;
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    unset beresp.http.Surrogate-Control;
    unset beresp.http.Surrogate-Key;
    return (deliver);
  }
  if (beresp.http.Surrogate-Control) {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
    set beresp.grace = std.duration(regsub(beresp.http.Surrogate-Control, "^.*stale-if-error=([0-9]+).*$", "\1s"), 3s);
  } else {
    set beresp.grace = 3s;
  }
  # Kept for conditional requests by ETag.
  set beresp.keep = 1h;
  if (beresp.http.Surrogate-Key) {
    set beresp.http.xkey = beresp.http.Surrogate-Key;
  }
  # Headers that belong to the first reader.
  unset beresp.http.X-Request-Id;
  return (deliver);
}

sub vcl_deliver {
  # "<seconds> <value of Use-As-Dictionary>". Each navigation still revalidates the page.
  if (resp.http.Surrogate-Dictionary && req.http.X-Keeps-Pages) {
    set resp.http.Use-As-Dictionary = regsub(resp.http.Surrogate-Dictionary, "^[0-9]+ ", "");
    set resp.http.Cache-Control = "private, max-age=0, stale-while-revalidate=" +
      regsub(resp.http.Surrogate-Dictionary, " .*$", "");
  }
  unset resp.http.Surrogate-Dictionary;
  unset resp.http.Surrogate-Control;
  unset resp.http.Surrogate-Key;
  unset resp.http.xkey;
  # Shows hits and misses for debugging.
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  return (deliver);
}

sub vcl_synth {
  # After a failed fetch, the stale object is served, however old; without one the fetch is retried once.
  if (resp.status == 503 && req.restarts == 0 && req.http.X-Stored) {
    set req.http.X-Again = "yes";
    return (restart);
  }
  set resp.http.Cache-Control = "no-store";
  set resp.http.Content-Type = "text/plain; charset=utf-8";
  synthetic(resp.reason);
  return (deliver);
}

# The same body as the front server's when no replica answers.
sub vcl_backend_error {
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "5";
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  if (bereq.is_bgfetch || bereq.http.X-Difference || (!bereq.uncacheable && !bereq.http.X-Again)) {
    return (abandon);
  }
  synthetic({"<!doctype html><html lang="en-NG"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>One moment</title><h1>We cannot answer just now. Please try again in a moment.</h1><p><a href="/">Back to the start</a></p></html>"});
  return (deliver);
}

// Unpacks the page: base64 of a zlib stream, in which the first line names the parts and their lengths.
(async () => {
  const packed = Uint8Array.from(atob("PACKED"), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = (part) => new TextDecoder().decode(part);
  let start = bytes.indexOf(10) + 1;
  const parts = {};
  for (const [name, length] of JSON.parse(text(bytes.subarray(0, start)))) {
    parts[name] = bytes.subarray(start, (start += length));
  }
  globalThis.cribscoreParts = { ...parts, texts: JSON.parse(text(parts.texts)) };
  const script = document.createElement("script");
  script.textContent = text(parts.script);
  document.body.append(script);
})().catch((error) => {
  document.getElementById("failed").hidden = false;
  throw error;
});

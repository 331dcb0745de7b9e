// The table of weights: a file beside the page, which is fetched where the page is served.
import { startPlayer, weightsSize } from "./core.js";
import { DATA } from "./data.js";

/** What a worker does: there, unlike in the page, a file that is missing leaves no message in the console. */
const work = async ({ data }) => {
  try {
    const answer = await fetch(data);
    let file = answer.ok ? await answer.arrayBuffer() : null;
    // Some servers say that the file is packed, and the browser has unpacked it.
    if (file && new Uint8Array(file)[0] === 0x1f) {
      const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream("gzip"));
      file = await new Response(stream).arrayBuffer();
    }
    postMessage(file);
  } catch {
    postMessage(null);
  }
};

function fetched(address) {
  return new Promise((resolve, reject) => {
    const source = URL.createObjectURL(new Blob([`onmessage = ${work}`]));
    const worker = new Worker(source);
    worker.onerror = reject;
    worker.onmessage = ({ data }) => {
      worker.terminate();
      URL.revokeObjectURL(source);
      resolve(data);
    };
    worker.postMessage(address);
  });
}

/** Fetch the table and give it to the player. Returns whether it came, and is that of this page. */
export async function fetchTable() {
  if (!location.protocol.startsWith("http")) return false;
  let file;
  try {
    file = new Uint8Array(await fetched(new URL("standard.table.gz", location.href).href));
  } catch {
    return false;
  }
  const header = DATA.table;
  if (file.length !== header.length + weightsSize() || header.some((byte, place) => byte !== file[place])) return false;
  const weights = new Uint8Array(weightsSize() + DATA.waste.length);
  weights.set(file.subarray(header.length));
  weights.set(DATA.waste, weightsSize());
  startPlayer(weights);
  return true;
}

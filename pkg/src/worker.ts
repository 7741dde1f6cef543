// The worker in a browser.
import type { Message } from './protocol.js';
import { Server } from './serve.js';

const server = new Server((message: Message) => self.postMessage(message));
self.addEventListener('message', ({ data }) => void server.receive(data));

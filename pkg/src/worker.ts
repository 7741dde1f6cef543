// The worker in a browser.
import { cpu } from './cpu.js';
import type { Message } from './protocol.js';
import { Server } from './serve.js';

const server = new Server(cpu, (message: Message) => self.postMessage(message));
self.addEventListener('message', ({ data }) => void server.receive(data));

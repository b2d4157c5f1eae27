/** Whether the server answers: a browser that calls itself online may still not reach it. */

class Network {
  isAnswering = $state(true);
}

export const network = new Network();

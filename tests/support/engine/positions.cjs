// Loaded ahead of a program: the SDK registers its resources with nobody, and for each the source
// position that the engine would get is printed, as a line of JSON.
const { setMocks, MockMonitor } = require("@pulumi/pulumi/runtime/mocks");

setMocks({
  call: ({ inputs }) => inputs,
  newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
});
const { registerResource } = MockMonitor.prototype;
MockMonitor.prototype.registerResource = function (request, callback) {
  const position = request.getSourceposition();
  const text = position ? `${position.getUri()}:${position.getLine()}` : "none";
  console.log(JSON.stringify({ [request.getName()]: text }));
  return registerResource.call(this, request, callback);
};

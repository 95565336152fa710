"""What does every test find in place before it starts?"""
